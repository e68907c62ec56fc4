/** Networks of containers: one a host, one a switch, one Docker network a link. */
@NullMarked
package io.smartt.emulation.docker;

import org.jspecify.annotations.NullMarked;
