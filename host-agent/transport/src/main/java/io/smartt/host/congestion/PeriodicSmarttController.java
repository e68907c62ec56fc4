package io.smartt.host.congestion;

/**
 * SMaRTT whose core cases change the window less often than with each packet (Sec. Adjustment
 * Period), to spare a device the divisions. QuickAdapt and FastIncrease act at once all the same,
 * and so do decreases, which are rare already.
 */
final class PeriodicSmarttController extends SmarttController {
  private double gathered;
  private long lastPs;
  private int bytes;
  private int packets;

  PeriodicSmarttController(SmarttAlgorithms algorithms) {
    super(algorithms);
  }

  @Override
  void coreCases(long nowPs, int size, long rttPs, boolean ecn) {
    if (parameters().settings().adjustment() == Adjustment.SAMPLED) {
      sample(nowPs, size, rttPs, ecn);
    } else {
      accumulate(nowPs, size, rttPs, ecn);
    }
  }

  @Override
  void adapted() {
    gathered = 0;
    bytes = 0;
    packets = 0;
  }

  private void sample(long nowPs, int size, long rttPs, boolean ecn) {
    bytes += size;
    if (++packets >= parameters().settings().adjustmentPackets()) {
      super.coreCases(nowPs, bytes, rttPs, ecn);
      bytes = 0;
      packets = 0;
    }
  }

  private void accumulate(long nowPs, int size, long rttPs, boolean ecn) {
    double before = cwnd;
    super.coreCases(nowPs, size, rttPs, ecn);
    if (cwnd > before) {
      gathered += cwnd - before;
      cwnd = before;
    }
    if (nowPs - lastPs >= parameters().brttPs()) {
      cwnd += gathered;
      gathered = 0;
      lastPs = nowPs;
    }
  }
}
