import { inLanguage } from "./language.ts"

export const { repository, needs, who, triggers, runs, foot } = await inLanguage({
  en: () => import("./en/repository.ts"),
  de: () => import("./de/repository.ts"),
  ar: () => import("./ar/repository.ts")
})
