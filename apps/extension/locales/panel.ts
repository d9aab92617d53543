import { inLanguage } from "./language.ts"

export const { panel } = await inLanguage({
  en: () => import("./en/panel.ts"),
  de: () => import("./de/panel.ts"),
  ar: () => import("./ar/panel.ts")
})
