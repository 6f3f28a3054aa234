/** Long text keeps its beginning and its end, with a mark between that says how much is missing. */
export interface Room {
  head: number
  tail: number
}

export function elide(text: string, room: Room): string {
  // A mark costs about 40 characters: leaving out fewer than 60 saves nothing.
  if (text.length <= room.head + room.tail + 60) return text
  const head = text.slice(0, room.head).replace(/[\uD800-\uDBFF]$/, '')
  const tail = room.tail === 0 ? '' : text.slice(-room.tail).replace(/^[\uDC00-\uDFFF]/, '')
  const leftOut = (text.length - head.length - tail.length).toLocaleString('en-US')
  return `${head}\n[… ${leftOut} characters left out …]\n${tail}`.trimEnd()
}

export function scaled(room: Room, scale: number): Room {
  return { head: Math.floor(room.head * scale), tail: Math.floor(room.tail * scale) }
}
