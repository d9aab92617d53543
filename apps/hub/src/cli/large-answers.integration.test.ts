/** A 16 MB answer of any content holds up nobody: the kinds that took longest, over the real program. All of them: `pnpm test:full`. */
import { largeAnswersSuite } from "../testing/large-answers-suite.ts"

const HARD = /^(as many zeros|long numbers|objects of 50|one long name|texts of HTML|echoes in a list, line)/

largeAnswersSuite((name) => HARD.test(name), ["API Call"])
largeAnswersSuite((name) => name.startsWith("one person with addresses"), ["a person"])
largeAnswersSuite((name) => /^(a failure of many|people by)/.test(name), ["a list", "a search"])
