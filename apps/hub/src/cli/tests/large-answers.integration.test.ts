/**
 * A 16 MB answer never blocks other work: the slowest kinds of content, with the real program. `pnpm test:full` covers
 * all kinds.
 */
import { largeAnswersSuite } from "../../testing/load/large-answers-suite.ts"

/**
 * Allows for other load on the machine. The faults that these tests guard against took ten to a hundred times as long.
 */
const OTHERS = 4

const HARD = /^(as many zeros|long numbers|texts of HTML|echoes in a list, line)/

largeAnswersSuite(OTHERS, (name) => HARD.test(name), ["API Call"])
largeAnswersSuite(OTHERS, (name) => name.startsWith("one person with addresses"), ["a person"])
largeAnswersSuite(OTHERS, (name) => /^(a failure of many|people by)/.test(name), ["a list", "a search"])
