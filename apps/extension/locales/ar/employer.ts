import type * as en from "../en/employer.ts"
import type { Words } from "../words.ts"
import { ltr } from "./plural.ts"

export const employer: Words<typeof en.employer> = {
  enrich: (cost) => `إثراء الشركة · ${cost}`,
  overCap: "يتجاوز الحد",
  noMatch: (charged) => `لا نتيجة · ${charged}`,
  another: (name, charged) => `الإجابة عن ${ltr(name)} · ${charged}`,
  trade: "النشاط والمكان",
  field: { name: "الاسم", domain: "النطاق", abn: "رقم الأعمال (ABN)" },
  differs: (field, ofPerson, ofCompany) =>
    `${field}: ${ltr(ofPerson)} بحسب سجل الشخص، و${ltr(ofCompany)} بحسب سجل الشركة.`
}
