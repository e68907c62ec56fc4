package io.smartt.controller.p4runtime;

import io.grpc.Status;
import org.p4.v1.Update;

/**
 * One update that a switch refused.
 *
 * @param type insert, modify or delete
 * @param what the entity in the program's names, such as {@code
 *     ingress.ipv4_lpm[hdr.ipv4.dst_addr=10.0.0.0/24] -> group 5}
 * @param reason what the switch said
 */
public record WriteFailure(Update.Type type, String what, Status.Code code, String reason) {
  @Override
  public String toString() {
    return type + " " + what + ": " + code + (reason.isEmpty() ? "" : ": " + reason);
  }
}
