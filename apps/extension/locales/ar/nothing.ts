import type * as en from "../en/nothing.ts"
import type { Words } from "../words.ts"

export const nothing: Words<typeof en.nothing> = {
  title: "لا شيء لعرضه هنا",
  elsewhere: "افتح الصفحة التعريفية لشخص أو شركة، أو موقع شركة، ثم انقر مرة أخرى.",
  profileSite: "هذه الصفحة من الشبكة ليست صفحة تعريفية. افتح صفحة شخص أو صفحة شركة.",

  local: "ليس لهذه الصفحة اسم عام، كالصفحات على جهازك أو شبكتك. لا يُرسل عنوانها إلى أحد.",
  inApplication: (what) => `${what}: الصفحات هنا تخص أناسًا كثيرين. افتح الصفحة التعريفية لشخص أو شركة، أو موقع شركة.`
}
