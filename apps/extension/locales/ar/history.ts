import type * as en from "../en/history.ts"
import { ltr, number, plural } from "./plural.ts"

const records = (count: number): string =>
  plural(count, {
    zero: "لا سجلات",
    one: "سجل واحد",
    two: "سجلان",
    few: `${number(count)} سجلات`,
    many: `${number(count)} سجلًا`,
    other: `${number(count)} سجل`
  })

export const history: typeof en.history = {
  title: "المحفوظات",
  lead: "ما استُعلم عنه وما زال محفوظًا في هذا المتصفح. النظر فيه لا يكلّف شيئًا.",
  throughHub:
    "تجري الاستعلامات عبر المحور وتُحفظ فيه، لا في هذا المتصفح. وتعرض وحدة تحكم المحور في صفحة Activity ما جرى وتكلفته، لا عمّن كان.",
  account: "الحساب",
  search: "بحث",
  kind: "عرض",
  kinds: { all: "أشخاص وشركات", person: "أشخاص", company: "شركات" },
  reachable: "لديه رقم أو عنوان صالح للاستخدام",
  count: (visible, all) => (visible === all ? records(all) : `${number(visible)} من أصل ${number(all)}`),
  none: "لا شيء محفوظ بعد: انقر على Inlay في صفحة شخص أو شركة.",
  noneFits: "لا شيء يطابق هذا البحث.",
  more: (count) => `عرض ${number(count)} أخرى`,
  showAll: "عرض الكل",
  file: "حفظ بصيغة CSV",
  delete: "حذف",
  deleteNamed: (name) => `حذف ${ltr(name)}`,
  deleteAll: "حذف هذه",
  deleteSure: (count, name) =>
    `حذف ${name !== undefined ? ltr(name) : count === 2 ? "سجلين" : records(count)}؟ الاستعلام مرة أخرى يكلّف مرة أخرى.`,
  deleteYes: "نعم، احذف",
  deleted: (count) => `تم الحذف: ${records(count)}.`,
  cancel: "إلغاء",
  notConnected: "لا يوجد حساب مرتبط.",
  settings: "فتح الإعدادات",
  again: "المحاولة مرة أخرى",
  loading: "جارٍ قراءة المحفوظ…",
  loadingMore: "جارٍ قراءة المزيد…",
  deleting: "جارٍ الحذف…",
  fetched: "تاريخ الاستعلام",
  checked: "تحقق منه المزوّد",
  doNotCall: (numbers) => `لا تتصل: ${ltr(numbers)}`,
  head: { who: "مَن", contact: "التواصل", when: "تاريخ الاستعلام", acts: "إجراءات" },
  column: {
    name: "الاسم",
    title: "المنصب",
    company: "الشركة",
    email: "البريد الإلكتروني",
    otherEmails: "عناوين بريد أخرى",
    phone: "الهاتف",
    otherPhones: "أرقام هاتف أخرى",
    doNotCall: "لا تتصل",
    location: "المكان",
    domain: "النطاق",
    abn: "رقم الأعمال (ABN)",
    industry: "القطاع",
    employees: "الموظفون",
    profile: "الصفحة التعريفية"
  }
}
