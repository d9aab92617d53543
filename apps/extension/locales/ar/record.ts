import type * as en from "../en/record.ts"
import { translated } from "../translated.ts"

export const recordText = /* @__PURE__ */ translated(
  {
    "E-mail": "البريد الإلكتروني",
    "Work e-mail": "بريد العمل",
    "Business e-mail": "بريد العمل",
    "Professional e-mail": "بريد مهني",
    "Personal e-mail": "بريد شخصي",
    "Other e-mail": "بريد آخر",
    Phone: "الهاتف",
    Mobile: "الجوال",
    Landline: "هاتف ثابت",
    "Direct phone": "هاتف مباشر",
    "Work phone": "هاتف العمل",
    "Office phone": "هاتف المكتب",
    "Home phone": "هاتف المنزل",
    "Personal phone": "هاتف شخصي",
    "Main phone": "الهاتف الرئيسي",
    "Other phone": "هاتف آخر",
    Role: "الدور",
    Seniority: "المستوى الوظيفي",
    Department: "القسم",
    Location: "المكان",
    Company: "الشركة",
    Name: "الاسم",
    Domain: "النطاق",
    ABN: "رقم الأعمال (ABN)",
    Website: "الموقع",
    Employees: "الموظفون",
    Technology: "التقنية",
    Technologies: "التقنيات",
    "Unnamed person": "شخص بلا اسم",
    "Unnamed company": "شركة بلا اسم",
    verified: "تم التحقق منه",
    valid: "صالح",
    deliverable: "قابل للتسليم",
    safe: "آمن",
    unverified: "لم يُتحقق منه",
    unknown: "غير معروف",
    invalid: "غير صالح",
    risky: "غير مضمون",
    bounced: "يرتد",
    undeliverable: "غير قابل للتسليم",
    "catch-all": "يقبل كل شيء",
    catch_all: "يقبل كل شيء",
    "do not call": "لا تتصل"
  },
  [
    [
      /Nothing in the record confirms that it matches the request\./,
      "لا شيء في السجل يؤكد أنه عن الشخص أو الشركة المطلوبة."
    ],
    [/The provider answered with another profile: (.+)\./, "أجاب المزوّد بصفحة تعريفية أخرى: \u200E$1\u200E."],
    [
      /The record has a different (.+) than requested: it may be about somebody else\./,
      "في السجل غير ما سُئل عنه (\u200E$1\u200E): قد يكون عن شخص آخر."
    ],
    [
      /This answer could not be saved: asking again costs again and needs confirmation\./,
      "تعذّر حفظ هذه الإجابة: السؤال مجددًا يكلّف مجددًا ويحتاج إلى تأكيد."
    ],
    [
      /An answer about somebody else is not saved: asking again costs again and needs confirmation\./,
      "لا تُحفظ إجابة عن شخص آخر: السؤال مجددًا يكلّف مجددًا ويحتاج إلى تأكيد."
    ],
    [
      /The provider charged (\S+) credits, and the account's price is (\S+): correct the price, because caps use it\./,
      "احتسب المزوّد $1 من الأرصدة، وسعر الحساب هو $2: صحّح السعر، لأن الحدود تُحسب به."
    ]
  ]
)

export const factName: typeof en.factName = (section, label) => `${section}، ${label}`
