import type { ComponentChildren } from "preact"

/** Lets a long host or path break after its punctuation, and within a word only if nothing else fits. */
export const breakable = (title: string): ComponentChildren =>
  title.split(/(?<=[./_-])/).flatMap((part, place) => (place === 0 ? [part] : [<wbr key={place} />, part]))
