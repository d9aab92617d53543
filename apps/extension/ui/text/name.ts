/** The name of a page's subject, from its address alone. Pure. */
import type { Subject } from "../../messaging/subject.ts"

/**
 * `mia-nguyen-4b2a19` becomes Mia Nguyen: words with digits at the end of a slug only distinguish people of the same
 * name.
 */
export const nameOf = ({ kind, name }: Pick<Subject, "kind" | "name">): string => {
  if (kind === "site") return name
  const words = name.split(/[-_.]+/).filter((word) => word !== "")
  if (kind === "person") while (words.length > 1 && /\d/.test(words.at(-1) ?? "")) words.pop()
  const phrase = words.map((word) => word.charAt(0).toLocaleUpperCase("en") + word.slice(1)).join(" ")
  return phrase === "" ? name : phrase
}
