/** Determines whether the page is light or dark: by what it declares, then by what it paints where the card will be. */

/** From 0 (black) to 1 (white); `undefined` for a transparent colour or another notation. */
const lightness = (colour: string): number | undefined => {
  const [first = 0, second = 0, third = 0, alpha = 1] = colour.match(/[\d.]+/g)?.map(Number) ?? []
  if (!colour.startsWith("rgb") || alpha < 0.5) return undefined
  return (0.2126 * first + 0.7152 * second + 0.0722 * third) / 255
}

/** Returns whether the page is dark at the time of the call, judged by what is behind the card now. */
export const darkness = (): (() => boolean) => {
  const root = document.documentElement
  // Determined once, so that a card does not change whenever a dark picture is scrolled behind it.
  const behind = document.elementsFromPoint?.(innerWidth - 48, innerHeight - 48) ?? []
  return () => {
    const scheme = getComputedStyle(root).colorScheme
    const only = scheme.replace("only", "").trim()
    if (only === "dark") return true
    if (only === "light") return false
    for (const element of [...behind, document.body, root]) {
      const siteLightness = element === null ? undefined : lightness(getComputedStyle(element).backgroundColor)
      if (siteLightness !== undefined) return siteLightness < 0.4
    }
    return matchMedia("(prefers-color-scheme: dark)").matches
  }
}
