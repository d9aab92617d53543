import { lowered } from "./plural.ts"

/** Labels, marks and notices of a record's card, which its plugin writes in English. */
export const recordText = (english: string): string => english

/** What a row of a section is called on a line of its own. */
export const factName = (section: string, label: string): string => `${section} ${lowered(label)}`
