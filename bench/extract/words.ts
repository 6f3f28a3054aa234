/** Words for the bench's own counting: lower case, letters, digits and underscores. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

export const STOP_WORDS = new Set(
  'a an and are as at be been but by can could did do does doing for from had has have how i if in into is it its just let like may me my need no not now of on one or our out over please should so some than that the their them then there these they this those to too up us use used using was we were what when where which while who why will with would you your also any all get got make made new see'.split(
    ' ',
  ),
)
