import { inLanguage } from "./language.ts"

export const { repository, needs, who, triggers, triggerTitles, runs, foot } = await inLanguage({
  en: () => import("./en/repository.ts"),
  de: () => import("./de/repository.ts"),
  ar: () => import("./ar/repository.ts")
})
