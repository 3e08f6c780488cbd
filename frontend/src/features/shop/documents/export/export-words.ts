import type { DocumentExport, ExportFormat } from '#shared/model/document-export';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { StatusLook } from '../../../../ui/status-badge';

/** The formats in words, in the order of the form. */
export const formatNames: Readonly<Record<ExportFormat, string>> = {
  pdf: '請求書・領収書のPDF',
  freee: 'freee会計',
  moneyforward: 'マネーフォワード クラウド会計',
  yayoi: '弥生会計',
};

export const exportLooks: Readonly<Record<DocumentExport['state'], StatusLook>> = {
  working: { label: '作成中', tone: 'info', Icon: Clock },
  done: { label: '作成済み', tone: 'success', Icon: CircleCheck },
  failed: { label: '作成できませんでした', tone: 'danger', Icon: CircleX },
};
