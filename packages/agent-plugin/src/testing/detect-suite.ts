/** Every detector against every plugin's example URLs: it finds its own, and nothing in anybody else's. */
import { describe, expect, it } from "vitest"

/** A plugin's detector with addresses that it must find, and some that it must not. */
export interface DetectExamples {
  readonly plugin: string
  /** What the detector says of a URL, by its kind; `undefined` for nothing. */
  readonly detect: (url: string) => string | undefined
  /** URL -> the kind it must be found as. */
  readonly finds: Readonly<Record<string, string>>
  /** URLs near its own that are nothing. */
  readonly ignores: ReadonlyArray<string>
  /** Kinds that mean "some site", and so may be found on anybody's page. */
  readonly general: ReadonlyArray<string>
}

/** Tests of several plugins' detectors against each other's addresses; call it in a test file. */
export const detectSuite = (all: ReadonlyArray<DetectExamples>): void => {
  describe.each(all.map((one) => [one.plugin, one] as const))("%s detects", (_, own) => {
    it.each(Object.entries(own.finds))("%s as %s", (url, kind) => expect(own.detect(url)).toBe(kind))

    it.each(own.ignores.map((url) => [url]))("nothing in %s", (url) => expect(own.detect(url)).toBeUndefined())

    const others = all.filter((other) => other !== own).flatMap((other) => Object.keys(other.finds))
    it("nothing of its own in another plugin's pages", () => {
      const wrong = others.filter((url) => {
        const kind = own.detect(url)
        return kind !== undefined && !own.general.includes(kind)
      })
      expect(wrong).toEqual([])
    })
  })
}
