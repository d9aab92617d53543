/** The names in a text. */
export const words = (text: string): ReadonlyArray<string> => text.split(" ")
