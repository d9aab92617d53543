/** The names in a text, which may have several lines. */
export const words = (text: string): ReadonlyArray<string> => text.split(/\s/)
