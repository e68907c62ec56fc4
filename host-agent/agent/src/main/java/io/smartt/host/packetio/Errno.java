package io.smartt.host.packetio;

/** Linux error numbers that packet sockets give. */
final class Errno {
  static final int EPERM = 1;
  static final int ENOENT = 2;
  static final int ESRCH = 3;
  static final int EINTR = 4;
  static final int ENXIO = 6;
  static final int EAGAIN = 11;
  static final int EACCES = 13;
  static final int ENODEV = 19;
  static final int EINVAL = 22;
  static final int EMSGSIZE = 90;
  static final int EOPNOTSUPP = 95;
  static final int EAFNOSUPPORT = 97;
  static final int ENETDOWN = 100;
  static final int ENOBUFS = 105;

  private Errno() {}

  /** The name of an error, or its number. */
  static String name(int errno) {
    return switch (errno) {
      case EPERM -> "operation not permitted";
      case ENOENT -> "no such file or directory";
      case EINTR -> "interrupted";
      case ENXIO -> "no such device or address";
      case EAGAIN -> "try again";
      case EACCES -> "permission denied";
      case ENODEV -> "no such device";
      case EINVAL -> "invalid argument";
      case EMSGSIZE -> "message too long";
      case EOPNOTSUPP -> "operation not supported";
      case EAFNOSUPPORT -> "address family not supported";
      case ENETDOWN -> "network is down";
      case ENOBUFS -> "no buffer space";
      default -> "error " + errno;
    };
  }
}
