package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Dcqcn;
import io.smartt.host.congestion.Dctcp;
import io.smartt.host.congestion.Mprdma;
import io.smartt.host.congestion.Nscc;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.congestion.Swift;
import io.smartt.host.credit.Eqds;
import java.util.OptionalLong;

/** The congestion control that an experiment asks for. One line a scheme. */
final class CongestionSchemes {
  private CongestionSchemes() {}

  /**
   * The scheme of an experiment.
   *
   * @param networkRttPs base RTT of its network's longest path
   * @throws UserInputException if its settings contradict each other
   */
  static CongestionScheme of(ExperimentSpec spec, long networkRttPs) {
    return switch (spec.scheme()) {
      case SMARTT -> smartt(spec, networkRttPs);
      case SWIFT -> new Swift(SettingKeys.SWIFT.read(spec.settings()));
      case MPRDMA -> new Mprdma(SettingKeys.MPRDMA.read(spec.settings()));
      case DCTCP -> new Dctcp(SettingKeys.DCTCP.read(spec.settings()));
      case EQDS -> Eqds.alone(SettingKeys.EQDS.read(spec.settings()));
      case ROCEV2 -> new Dcqcn(SettingKeys.DCQCN.read(spec.settings()), spec.dilation());
      case EQDS_SMARTT ->
          Eqds.cappedBy(smartt(spec, networkRttPs), SettingKeys.EQDS.read(spec.settings()));
      case EQDS_MPRDMA ->
          Eqds.cappedBy(
              new Mprdma(SettingKeys.MPRDMA.read(spec.settings())),
              SettingKeys.EQDS.read(spec.settings()));
    };
  }

  private static CongestionScheme smartt(ExperimentSpec spec, long networkRttPs) {
    return switch (spec.constants()) {
      case PAPER ->
          new Smartt(SettingKeys.SMARTT.read(spec.settings()), OptionalLong.of(networkRttPs));
      case NSCC -> nscc(spec);
    };
  }

  private static CongestionScheme nscc(ExperimentSpec spec) {
    if (SettingKeys.SMARTT.isChanged(spec.settings())) {
      throw new UserInputException(
          "constants are nscc, to which the settings smartt.* do not apply; leave out one of them");
    }
    return new Nscc(spec.packets().payloadBytes());
  }
}
