import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { showToast } from './toast';

/**
 * A dialog whose code is loaded when it first opens, because only users who open it need it. If the code cannot be
 * loaded, a toast says so and the dialog counts as closed: the screen and what was typed in it stay. Some browsers keep
 * such a failure until the page is loaded again (whatwg/html issue 6768).
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded);
    const fail = useEffectEvent(() => {
      showToast({
        tone: 'danger',
        title: '表示できませんでした',
        description: '通信環境を確認し、画面を再読み込みしてから、もう一度お試しください。',
      });
      props.onClose();
    });
    useEffect(() => {
      let isOpen = loaded === undefined;
      const show = (dialog: ComponentType<Props>): void => {
        loaded = dialog;
        if (isOpen) setDialog(() => dialog);
      };
      if (isOpen) void load().then(show, () => isOpen && fail());
      return () => void (isOpen = false);
    }, []);
    return Dialog ? <Dialog {...props} /> : null;
  };
}
