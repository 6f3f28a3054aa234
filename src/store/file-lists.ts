/** An observation's files as stored in its row, as one JSON text. */
export interface FileLists {
  read: string[]
  modified: string[]
}

export function parseFileLists(json: string): FileLists {
  return JSON.parse(json) as FileLists // written by putObservation and mergeObservations
}

/** Each once, changed ones first. */
export function everyFile(json: string): string[] {
  const { read, modified } = parseFileLists(json)
  return [...new Set([...modified, ...read])]
}
