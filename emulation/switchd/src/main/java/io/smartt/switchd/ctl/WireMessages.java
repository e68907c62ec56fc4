package io.smartt.switchd.ctl;

import io.smartt.base.failure.LinkLoss;
import io.smartt.softswitch.backend.Wire;
import io.smartt.switchd.ctl.v1.LossInBursts;
import io.smartt.switchd.ctl.v1.SetPortWireRequest;
import java.util.Optional;

/** A port's cable as a message, and back. */
final class WireMessages {
  private WireMessages() {}

  static SetPortWireRequest request(int port, Wire wire) {
    LinkLoss loss = wire.loss();
    SetPortWireRequest.Builder request =
        SetPortWireRequest.newBuilder()
            .addPorts(port)
            .setOutPs(wire.outPs())
            .setInPs(wire.inPs())
            .setFromHost(wire.fromHost())
            .setLoss(loss.share())
            .setBitErrorRate(loss.bitErrorRate())
            .setJitterPs(wire.jitterPs())
            .setDown(!wire.up());
    loss.bursts()
        .ifPresent(bursts ->
            request.setBursts(
                LossInBursts.newBuilder()
                    .setP(bursts.p())
                    .setR(bursts.r())
                    .setLossBad(bursts.lossBad())
                    .setLossGood(bursts.lossGood())));
    return request.build();
  }

  /**
   * The cable of a message.
   *
   * @throws IllegalArgumentException naming what is outside its range
   */
  static Wire wire(SetPortWireRequest request) {
    return new Wire(
        request.getOutPs(),
        request.getInPs(),
        request.getFromHost(),
        new LinkLoss(
            request.getLoss(),
            request.getBitErrorRate(),
            request.hasBursts()
                ? Optional.of(
                    new LinkLoss.Bursts(
                        request.getBursts().getP(),
                        request.getBursts().getR(),
                        request.getBursts().getLossBad(),
                        request.getBursts().getLossGood()))
                : Optional.empty()),
        request.getJitterPs(),
        !request.getDown());
  }
}
