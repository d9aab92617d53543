import { lowered } from "./plural.ts"

/** Translates labels, marks and notices of a record's card, which its plugin writes in English. */
export const recordText = (english: string): string => english

/** The name of a row outside of its section. */
export const factName = (section: string, label: string): string => `${section} ${lowered(label)}`
