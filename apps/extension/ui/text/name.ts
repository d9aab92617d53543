/** The subject of a page as people say it, from its address alone. Pure. */
import type { Subject } from "../../messaging/subject.ts"

/** `mia-nguyen-4b2a19` is Mia Nguyen: words with digits at the end of a slug only tell namesakes apart. */
export const nameOf = ({ kind, name }: Pick<Subject, "kind" | "name">): string => {
  if (kind === "site") return name
  const words = name.split(/[-_.]+/).filter((word) => word !== "")
  if (kind === "person") while (words.length > 1 && /\d/.test(words.at(-1) ?? "")) words.pop()
  const phrase = words.map((word) => word.charAt(0).toLocaleUpperCase("en") + word.slice(1)).join(" ")
  return phrase === "" ? name : phrase
}
