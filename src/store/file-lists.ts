/** The files of an observation as its row keeps them, in one JSON text. */
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
