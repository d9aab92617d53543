import { inLanguage } from "./language.ts"

export const { history } = await inLanguage({
  en: () => import("./en/history.ts"),
  de: () => import("./de/history.ts"),
  ar: () => import("./ar/history.ts")
})
