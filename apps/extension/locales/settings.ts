/** Texts of the options page. */
import { inLanguage } from "./language.ts"

export const {
  account,
  browserData,
  damaged,
  sections,
  checkText,
  fieldTexts,
  hub,
  kindTitles,
  languageChoice,
  place,
  pluginTitles
} = await inLanguage({
  en: () => import("./en/settings.ts"),
  de: () => import("./de/settings.ts"),
  ar: () => import("./ar/settings.ts")
})
