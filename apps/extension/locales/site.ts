import { inLanguage } from "./language.ts"

export const { site, channels } = await inLanguage({
  en: () => import("./en/site.ts"),
  de: () => import("./de/site.ts"),
  ar: () => import("./ar/site.ts")
})
