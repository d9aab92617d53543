import type * as en from "../en/company.ts"
import { list, ltr, number, plural, rtl } from "./plural.ts"

export const company: typeof en.company = {
  peopleTitle: "الأشخاص",
  people: (count) =>
    plural(count, {
      zero: "لا تعرف أحدًا هنا بعد",
      one: "شخص واحد تعرفه هنا من قبل",
      two: "شخصان تعرفهما هنا من قبل",
      few: `${number(count)} أشخاص تعرفهم هنا من قبل`,
      many: `${number(count)} شخصًا تعرفهم هنا من قبل`,
      other: `${number(count)} شخص تعرفهم هنا من قبل`
    }),
  names: (names, more) => (more ? `${names.join("، ")}، …` : list(names)),
  unnamed: "بلا اسم",
  findPeople: "البحث عن أشخاص بحسب الدور…",

  code: "الشيفرة البرمجية",
  lookForCode: "البحث عن شيفرتهم البرمجية",
  lookForCodeHelp: (name, account) => `مجانًا. يرسل الاسم ${ltr(name)} إلى المنصة البرمجية بالحساب ${ltr(account)}.`,
  looking: "جارٍ سؤال المنصة البرمجية…",
  noCode: (name, domain) => `لا توجد هناك مؤسسة باسم ${ltr(name)} تذكر أن ${ltr(domain)} نطاقها.`,
  repositories: (login, count) =>
    rtl(
      `${ltr(login)}: ${plural(count, {
        zero: "لا مستودعات عامة",
        one: "مستودع عام واحد",
        two: "مستودعان عامّان",
        few: `${number(count)} مستودعات عامة`,
        many: `${number(count)} مستودعًا عامًا`,
        other: `${number(count)} مستودع عام`
      })}`
    ),
  pushed: (when) => `آخر دفع ${when}`,
  notTheirs: "ليست لهم؟",
  refused: "ذكرتَ أن اسمهم في المنصة البرمجية يخص جهة أخرى.",
  takeBack: "البحث مرة أخرى",

  sent: (services) =>
    plural(services, {
      zero: "لم يُرسل شيء الآن",
      one: "أُرسل: النطاق، إلى خدمة واحدة",
      two: "أُرسل: النطاق، إلى خدمتين",
      few: `أُرسل: النطاق، إلى ${number(services)} خدمات`,
      many: `أُرسل: النطاق، إلى ${number(services)} خدمة`,
      other: `أُرسل: النطاق، إلى ${number(services)} خدمة`
    })
}
