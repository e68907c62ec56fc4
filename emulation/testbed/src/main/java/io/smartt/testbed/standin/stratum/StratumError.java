package io.smartt.testbed.standin.stratum;

import com.google.rpc.Code;
import io.grpc.Status;
import org.p4.v1.Error;

/**
 * A refusal in the words of Stratum, with the code that it becomes (stratum/public/lib/error.cc).
 */
final class StratumError extends RuntimeException {
  private static final String BAREFOOT = "stratum/hal/lib/barefoot/";

  private final Code code;

  StratumError(Code code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  /** Requires a condition of Stratum's, as its macro does (status_macros.h:285, :483). */
  static void check(boolean holds, String line, String condition, String more) {
    if (!holds) {
      throw new StratumError(
          Code.INVALID_ARGUMENT,
          "RET_CHECK failure (%s%s) '%s' is false. %s"
              .formatted(BAREFOOT, line, condition, more)
              .strip());
    }
  }

  /** A call of the SDE that failed (macros.h:75). */
  static StratumError sde(Code code, String call, String why) {
    return new StratumError(code, "'" + call + "' failed with error message: " + why);
  }

  Status status() {
    return Status.fromCodeValue(code.getNumber()).withDescription(getMessage());
  }

  Error error() {
    return Error.newBuilder()
        .setCanonicalCode(code.getNumber())
        .setMessage(String.valueOf(getMessage()))
        .build();
  }
}
