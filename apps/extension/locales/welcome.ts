import { inLanguage } from "./language.ts"

export const { welcome } = await inLanguage({
  en: () => import("./en/welcome.ts"),
  de: () => import("./de/welcome.ts"),
  ar: () => import("./ar/welcome.ts")
})
