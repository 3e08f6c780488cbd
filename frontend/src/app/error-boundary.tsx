import { Component, type ReactNode } from 'react';
import { CloudOff } from 'lucide-react';
import { Button, FailureSign } from '../ui/basics';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A change of this value renders the children again: the next screen may work. */
  resetKey?: string;
}

interface Failure {
  failed: boolean;
  /** The value of `resetKey` when it failed. */
  resetKey: string | undefined;
}

/**
 * Catches what a screen could not: a bug in it, or a part of the page that could not be loaded, e.g. after a new
 * version was published. Always offers a way out.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Failure> {
  override state: Failure = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Pick<Failure, 'failed'> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: Failure): Failure | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="card mx-auto flex max-w-4xl flex-col items-center px-6 py-10 text-center">
        <FailureSign Icon={CloudOff} />
        <h1 className="mt-4 text-lg font-semibold">画面を表示できませんでした</h1>
        <p className="phrased mt-2 max-w-md text-balance text-ink-soft">
          予期せぬエラーが発生しました。再読み込みしても直らないときは、しばらくしてからお試しください。
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button variant="secondary" onClick={() => window.location.reload()}>
            再読み込み
          </Button>
          <Button variant="quiet" onClick={() => window.location.assign('/')}>
            店舗一覧へ
          </Button>
        </div>
      </div>
    );
  }
}
