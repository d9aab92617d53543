/** A 16 MB answer of any content holds up nobody: the kinds that took longest, over the real program. All of them: `pnpm test:full`. */
import { largeAnswersSuite } from "../../testing/load/large-answers-suite.ts"

/** What went wrong here took ten to a hundred times as long. */
const OTHERS = 4

const HARD = /^(as many zeros|long numbers|texts of HTML|echoes in a list, line)/

largeAnswersSuite(OTHERS, (name) => HARD.test(name), ["API Call"])
largeAnswersSuite(OTHERS, (name) => name.startsWith("one person with addresses"), ["a person"])
largeAnswersSuite(OTHERS, (name) => /^(a failure of many|people by)/.test(name), ["a list", "a search"])
