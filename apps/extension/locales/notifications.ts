import { inLanguage } from "./language.ts"

export const { notifications } = await inLanguage({
  en: () => import("./en/notifications.ts"),
  de: () => import("./de/notifications.ts"),
  ar: () => import("./ar/notifications.ts")
})
