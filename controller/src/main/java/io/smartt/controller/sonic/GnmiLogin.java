package io.smartt.controller.sonic;

/**
 * A user of a switch, for one that authenticates by password ({@code GNMI|gnmi user_auth
 * password}).
 *
 * @param user sent as {@code username}
 * @param password sent as {@code password}, in clear within TLS
 */
public record GnmiLogin(String user, String password) {
  /** Without the password, for messages. */
  @Override
  public String toString() {
    return user;
  }
}
