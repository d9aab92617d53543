/** Failures, and what to do about them. */
import { inLanguage } from "./language.ts"

export const { failure, ownFailure, remedy, nothingWas } = await inLanguage({
  en: () => import("./en/failure.ts"),
  de: () => import("./de/failure.ts"),
  ar: () => import("./ar/failure.ts")
})
