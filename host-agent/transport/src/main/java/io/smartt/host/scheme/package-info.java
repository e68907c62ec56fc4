/** The list of congestion controls and load balancers that users choose among. */
@NullMarked
package io.smartt.host.scheme;

import org.jspecify.annotations.NullMarked;
