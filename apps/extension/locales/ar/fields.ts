import type * as en from "../en/fields.ts"
import { translated } from "../translated.ts"
import { ltr } from "./plural.ts"

export const pluginTitles: typeof en.pluginTitles = {
  salesdata: "بيانات المبيعات",
  codehost: "المنصة البرمجية",
  analytics: "تحليلات الويب"
}

export const kindTitles: typeof en.kindTitles = {
  "salesdata.api_key": "مفتاح API",
  "codehost.token": "رمز الوصول",
  "codehost.sign_in": "تسجيل الدخول"
}

export const fieldTexts: typeof en.fieldTexts = {
  "salesdata.base_url": {
    label: "العنوان الأساسي",
    help: "عنوان واجهة API لدى المزوّد مع مساره. عبر https فقط، إلا على هذا الجهاز."
  },
  "salesdata.api_key": {
    label: "مفتاح API",
    help: `من إعدادات الحساب لدى المزوّد، القسم ${ltr("API Access")}.`
  },
  "salesdata.key_header": {
    label: "ترويسة المفتاح",
    help: `الترويسة التي تحمل المفتاح. ${ltr("authorization")} ترسله كرمز Bearer.`
  },
  "salesdata.cap_day": {
    label: "حد اليوم",
    help: "أقصى عدد من الأرصدة يُنفق في اليوم (UTC). فارغ: بلا حد."
  },
  "salesdata.cap_run": {
    label: "حد الجلسة",
    help: "أقصى عدد من الأرصدة يُنفق في تشغيل أمر واحد أو جلسة متصفح واحدة. فارغ: بلا حد."
  },
  "salesdata.profile_site": {
    label: "موقع الصفحات التعريفية",
    help: "مضيف الشبكة المهنية التي تزور صفحاتها، إضافة إلى المضمّنة."
  },
  "salesdata.price_person": { label: "سعر الشخص", help: "أقصى عدد من الأرصدة يكلّفه شخص واحد." },
  "salesdata.price_company": { label: "سعر الشركة", help: "أقصى عدد من الأرصدة تكلّفه شركة واحدة." },
  "salesdata.price_search": {
    label: "سعر البحث",
    help: "أقصى عدد من الأرصدة يكلّفه بحث واحد. فارغ: غير معروف؛ وعندها يرفض الحد عمليات البحث."
  },
  "salesdata.credits_field": {
    label: "حقل الأرصدة",
    help: `مسار الأرصدة المحتسبة في إجابات المزوّد، مثل ${ltr("credits.charged")}.`
  },
  "salesdata.free_paths": {
    label: "المسارات المجانية",
    help: `مسارات لا تكلّف قراءتها شيئًا، مثل ${ltr("/account")}. مع وجود حد لا تقرأ أداة API Call غيرها.`
  },
  "salesdata.filter_location": { label: "مرشّح المكان", help: "اسم حقل المكان في البحث." },
  "salesdata.filter_company_size": { label: "مرشّح حجم الشركة", help: "اسم حقل حجم الشركة في البحث." },
  "salesdata.keep_match_days": {
    label: "الاحتفاظ بالنتائج",
    help: "عدد الأيام التي لا تُشترى فيها نتيجة مرة أخرى."
  },
  "salesdata.keep_miss_days": {
    label: "الاحتفاظ بما لا نتيجة له",
    help: "عدد الأيام التي لا يُسأل فيها مرة أخرى عمّا لا نتيجة له."
  },
  "codehost.base_url": {
    label: "العنوان الأساسي",
    help: `عنوان واجهة API؛ وعنوان خادم المؤسسة هو ${ltr("https://HOST/api/v3")}. عبر https فقط، إلا على هذا الجهاز.`
  },
  "codehost.token": {
    label: "رمز الوصول",
    help: `من إعدادات الخدمة، ${ltr("Developer settings")}. الرمز التقليدي ذو النطاقات ${ltr("repo, workflow, gist, read:org, project")} يكفي لكل ما تفعله الخطوات.`
  },
  "codehost.repositories": {
    label: "المستودعات",
    help: `تبقى خطوات الحساب واستدعاءاته داخل هذه: أسماء مثل ${ltr("owner/repo")} بينها فواصل أو مسافات. فارغ: كل ما يصل إليه الرمز.`
  },
  "codehost.read_only": { label: "للقراءة فقط", help: "يرفض كل ما قد يغيّر شيئًا قبل إرساله." },
  "codehost.page_site": {
    label: "موقع المستودعات",
    help: `حيث يرى الناس المستودعات، مثل ${ltr("code.acme.example")}، إن لم يكن مضيف العنوان الأساسي نفسه.`
  },
  "codehost.auth_header": {
    label: "ترويسة الرمز",
    help: "الترويسة التي تحمل الرمز، حيث يريد الخادم ترويسة أخرى."
  },
  "codehost.auth_scheme": {
    label: "صيغة الرمز",
    help: `الكلمة التي قبل الرمز، مثل ${ltr("Bearer")} أو ${ltr("token")}؛ و${ltr("none")}: الرمز وحده.`
  },
  "codehost.extra_headers": {
    label: "ترويسات أخرى",
    help: `ترويسات ثابتة يريدها خادم أو بوابة أمامه، ككائن JSON: ${ltr('{"x-tenant": "acme"}')}. بلا أسرار.`
  }
}

export const checkText = /* @__PURE__ */ translated(
  { "Rate limit": "حد المعدل", "Day cap": "حد اليوم", "Run cap": "حد الجلسة" },
  [
    [/^must be a number from 0 to (\S+)$/, "يجب أن يكون رقمًا من 0 إلى $1"],
    [/^is not a header that can carry a key$/, "ليس ترويسة يمكن أن تحمل مفتاحًا"],
    [/^must be paths that start with a slash, without \? or #$/, "يجب أن يكون مسارات تبدأ بشرطة مائلة، من دون ? أو #"],
    [/^(\S+) of (\S+) left$/, "المتبقي $1 من $2"],
    [/^(\S+) left$/, "المتبقي $1"],
    [/^(\S+) credits?$/, "الأرصدة: $1"]
  ]
)
