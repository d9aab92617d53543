import type * as en from "../en/people.ts"
import type { Words } from "../words.ts"
import { number, plural } from "./plural.ts"

const persons = (count: number): string =>
  plural(count, {
    zero: "لا أحد",
    one: "شخص واحد",
    two: "شخصان",
    few: `${number(count)} أشخاص`,
    many: `${number(count)} شخصًا`,
    other: `${number(count)} شخص`
  })

export const people: Words<typeof en.people> = {
  field: { position: "المنصب", seniority: "المستوى الوظيفي", department: "القسم", company: "الشركة" },
  search: (cost) => `بحث · ${cost}`,
  nextPage: (cost) => `الصفحة التالية · ${cost}`,
  unnamed: "بلا اسم",
  noPrice: "لا سعر للبحث في هذا الحساب، لذلك يرفضه الحد: أدخل السعر في الإعدادات.",
  overCap: "قد يتجاوز البحث الحد.",
  earlier: "نتيجة بحث سابق، لم تُحتسب مرة أخرى",
  found: (count, total, charged) =>
    `${total === null || total <= count ? persons(count) : `${number(count)} من أصل ${number(total)}`} · ${charged}`
}
