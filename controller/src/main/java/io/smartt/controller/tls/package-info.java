/** TLS of clients: what they show and trust, and in words why a connection was refused. */
@NullMarked
package io.smartt.controller.tls;

import org.jspecify.annotations.NullMarked;
