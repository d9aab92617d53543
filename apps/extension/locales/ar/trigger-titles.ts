import type * as en from "../en/trigger-titles.ts"

export const triggerTitles: typeof en.triggerTitles = {
  codehost_new_branch: "فرع جديد",
  codehost_new_card_in_column: "بطاقة جديدة في عمود",
  codehost_new_collaborator: "متعاون جديد",
  codehost_new_comment: "تعليق جديد",
  codehost_new_commit: "إيداع جديد",
  codehost_new_discussion: "نقاش جديد",
  codehost_new_discussion_comment: "تعليق جديد في نقاش",
  codehost_new_fork: "تفرّع جديد",
  codehost_new_gist: "مقتطف جديد",
  codehost_new_issue: "قضية جديدة",
  codehost_new_label_on_issue: "وسم جديد على قضية",
  codehost_new_mention: "إشارة جديدة إليك",
  codehost_new_pull_request: "طلب دمج جديد",
  codehost_new_pull_request_review: "مراجعة جديدة لطلب دمج",
  codehost_new_push: "دفع جديد",
  codehost_new_release: "إصدار جديد",
  codehost_new_repository: "مستودع جديد",
  codehost_new_review_request: "طلب مراجعة جديد",
  codehost_new_star: "نجمة جديدة",
  codehost_new_tag: "علامة جديدة",
  codehost_new_watcher: "متابع جديد",
  codehost_project_item_status_changed: "تغيّرت حالة عنصر في مشروع",
  codehost_updated_issue: "قضية محدَّثة",
  codehost_updated_pull_request: "طلب دمج محدَّث",
  codehost_workflow_job_completed: "انتهت مهمة من سير عمل",
  codehost_workflow_run_completed: "انتهى تشغيل سير عمل"
}

export const seenTitles: typeof en.seenTitles = {
  issue: "قضية جديدة",
  pullRequest: "طلب دمج جديد",
  runFailed: "فشل التشغيل",
  mention: "ذُكرتَ"
}
