import type * as en from "../en/connect.ts"
import type { Words } from "../words.ts"

export const connect: Words<typeof en.connect> = {
  title: "Inlay",
  text: "يعرض ما يعرفه حساب بيانات المبيعات الخاص بك عن الشخص أو الشركة في هذه الصفحة.",
  button: "ربط حساب"
}
