/** Networks of containers that a Docker engine starts: one a host, one a switch. */
@NullMarked
package io.smartt.realtime.docker;

import org.jspecify.annotations.NullMarked;
