package io.smartt.host.own;

/**
 * The version of what algorithms of users see: {@code CongestionControl}, {@code LoadBalancer} and
 * the types that these name. It grows by one when an algorithm written for it would not compile or
 * would behave otherwise.
 */
public final class OwnApi {
  /** The version. */
  public static final int VERSION = 1;

  private OwnApi() {}
}
