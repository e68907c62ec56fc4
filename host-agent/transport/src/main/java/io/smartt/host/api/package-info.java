/** Messages between programs: the transport as a library, over any port that carries its frames. */
@NullMarked
package io.smartt.host.api;

import org.jspecify.annotations.NullMarked;
