package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Nscc;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.congestion.SmarttSettings;

/** The congestion control that an experiment asks for. One line a scheme. */
final class CongestionSchemes {
  private CongestionSchemes() {}

  /**
   * The scheme of an experiment.
   *
   * @throws UserInputException if this build does not have it
   */
  static CongestionScheme of(ExperimentSpec spec) {
    return switch (spec.scheme()) {
      case SMARTT -> smartt(spec);
      case SWIFT -> throw notYet(spec.scheme());
      case MPRDMA -> throw notYet(spec.scheme());
      case DCTCP -> throw notYet(spec.scheme());
      case EQDS -> throw notYet(spec.scheme());
      case ROCEV2 -> throw notYet(spec.scheme());
      case EQDS_SMARTT -> throw notYet(spec.scheme());
      case EQDS_MPRDMA -> throw notYet(spec.scheme());
    };
  }

  private static CongestionScheme smartt(ExperimentSpec spec) {
    return switch (spec.constants()) {
      case PAPER -> new Smartt(SmarttSettings.PAPER);
      case NSCC -> new Nscc(spec.packets().payloadBytes());
    };
  }

  private static UserInputException notYet(Scheme scheme) {
    return new UserInputException("scheme '" + scheme + "' is not part of this build");
  }
}
