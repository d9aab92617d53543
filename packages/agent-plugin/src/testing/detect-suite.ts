/** Tests each URL detector against every plugin's example URLs: it detects its own, and nothing in another plugin's. */
import { describe, expect, it } from "vitest"

/** A plugin's detector, with URLs that it must detect and URLs that it must not. */
export interface DetectExamples {
  readonly plugin: string
  /** Returns the kind of page at a URL, or `undefined` if it detects nothing. */
  readonly detect: (url: string) => string | undefined
  /** URL -> the expected kind. */
  readonly finds: Readonly<Record<string, string>>
  /** Similar URLs in which it must detect nothing. */
  readonly ignores: ReadonlyArray<string>
  /** Kinds that mean "some site", and may therefore be detected on any page. */
  readonly general: ReadonlyArray<string>
}

/** Tests several plugins' detectors against each other's URLs. Call it in a test file. */
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
