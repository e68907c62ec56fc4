package io.smartt.experiment.report;

import java.util.function.BooleanSupplier;

/** Ends a run of which no more is wanted, as if the user had asked to stop. */
public final class UntilOver extends ForwardingMonitor {
  private final BooleanSupplier isOver;

  /**
   * @param target who watches, and may ask to stop too
   * @param isOver whether no more is wanted
   */
  public UntilOver(RunMonitor target, BooleanSupplier isOver) {
    super(target);
    this.isOver = isOver;
  }

  @Override
  public boolean interrupted() {
    return isOver.getAsBoolean() || super.interrupted();
  }
}
