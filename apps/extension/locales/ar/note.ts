import type * as en from "../en/note.ts"
import type { Words } from "../words.ts"

export const note: Words<typeof en.note> = {
  title: "ملاحظتك",
  edit: "تعديل",
  save: "حفظ",
  stays: "تبقى في هذا المتصفح",
  changedElsewhere: (text) => `تغيّرت في نافذة أخرى إلى «${text}». الحفظ يستبدلها.`,
  deletedElsewhere: "حُذفت في نافذة أخرى. الحفظ يكتبها من جديد."
}
