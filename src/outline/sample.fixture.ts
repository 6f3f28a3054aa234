/** A source file of the outline tests. */
export interface Sample {
  path: string
  text: string
}
