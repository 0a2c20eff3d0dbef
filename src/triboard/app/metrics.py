"""Metrics for Prometheus, computed from the status when somebody asks."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from triboard.app.watching import missing_library

Status = Callable[[], Mapping[str, Any]]


def metrics_of(status: Status) -> Callable[[], tuple[bytes, str]]:
    """Answers with body and content type; raises `ConfigurationError` where the library is missing."""
    try:
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
        from prometheus_client.registry import Collector
    except ImportError as error:
        raise missing_library("web.metrics", "prometheus-client") from error

    class Board(Collector):
        """Reads the status once a scrape."""

        def collect(self) -> Iterator[Any]:
            now = status()
            link, light, storage = now["link"], now["light"], now["storage"]
            about = {"version": now["version"], "board": now["board"], "game": now["game"]}
            yield InfoMetricFamily("triboard", "Version, board and game", value=about)
            for name, words, value in (
                ("triboard_connected", "Whether the controller answers", link["state"] == "up"),
                ("triboard_saved", "Whether every move is on disk", storage["saved"]),
                ("triboard_storage_failed", "Whether the disk refuses writes", storage["state"] == "failed"),
                ("triboard_lights_failed", "Whether the LEDs cannot be reached", light["fault"] is not None),
                ("triboard_light_scale", "Part of the light that the power budget leaves", light["scale"]),
                ("triboard_ply", "Plies of the game being played", now["ply"]),
                ("triboard_viewers", "Pages that are connected", now.get("viewers", 0)),
                ("triboard_sensors", "Sensors", len(now["sensors"])),
                ("triboard_sensors_quarantined", "Sensors that are not believed now", _quarantined(now)),
            ):
                yield GaugeMetricFamily(name, words, value=float(value))
            packets = CounterMetricFamily(
                "triboard_packets", "Packets of the link by their fate", labels=["fate"]
            )
            for fate in ("received", "damaged", "missed", "duplicates", "resends"):
                packets.add_metric([fate], link[fate])
            yield packets
            yield CounterMetricFamily(
                "triboard_controller_boots", "Starts of the controller", value=link["boots"]
            )
            yield CounterMetricFamily(
                "triboard_store_bytes",
                "Bytes handed to the disk since the start",
                value=now.get("written", 0),
            )

    registry = CollectorRegistry()
    registry.register(Board())
    return lambda: (generate_latest(registry), CONTENT_TYPE_LATEST)


def _quarantined(status: Mapping[str, Any]) -> int:
    return sum(1 for sensor in status["sensors"] if sensor["quarantined"])
