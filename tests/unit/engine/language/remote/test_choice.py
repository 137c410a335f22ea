import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.language import AddressRefusedError, RemoteChoice, parse_choice
from engine.language.remote.choice import check_address, is_this_machine

names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,30}", fullmatch=True)
ports = st.integers(1, 65535)
hosts = st.sampled_from(["127.0.0.1", "localhost", "[::1]", "192.168.1.5", "models.example.org"])


@given(st.sampled_from(["ollama", "openai"]), hosts, ports, st.sampled_from(["", "/v1", "/api/v3"]), names)
def test_a_choice_is_written_as_it_is_read(dialect: str, host: str, port: int, path: str, name: str) -> None:
    choice = parse_choice(f"{dialect}:http://{host}:{port}{path}/#{name}")
    assert choice is not None
    assert choice.name == name
    assert choice.host == host.strip("[]")
    assert parse_choice(str(choice)) == choice


@given(names)
def test_ollama_needs_only_a_name(name: str) -> None:
    choice = parse_choice(f"ollama:{name}")
    assert choice == RemoteChoice("ollama", "http://127.0.0.1:11434", name)
    assert str(choice) == f"ollama:{name}"


@pytest.mark.parametrize("text", ["qwen2.5-coder-1.5b", "", "llama3:8b", "http://localhost#x"])
def test_other_names_are_not_meant(text: str) -> None:
    assert parse_choice(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "ollama:",
        "ollama:#",
        "ollama:http://localhost:11434#",
        "openai:small",
        "openai:localhost:8080#small",
        "openai:ftp://localhost#small",
        "openai:http://#small",
        "openai:http://localhost:99999#small",
        "openai:http://localhost:port#small",
        "openai:http://me:secret@localhost#small",
        "openai:http://localhost?key=secret#small",
        "openai:http://[::1#small",
    ],
)
def test_what_is_half_said_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parse_choice(text)
    assert "secret" not in caught.value.message + caught.value.remedy


@given(st.text(max_size=40))
def test_no_text_breaks_the_reading(text: str) -> None:
    for dialect in ("ollama:", "openai:", ""):
        try:
            choice = parse_choice(dialect + text)
        except InvalidInputError:
            continue
        assert choice is None or choice.name


def test_openai_stands_under_v1() -> None:
    for url in ("http://localhost:8080", "http://localhost:8080/", "http://LOCALHOST:8080/v1"):
        choice = parse_choice(f"openai:{url}#small")
        assert choice is not None
        assert choice.url == "http://localhost:8080/v1"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "::1"])
def test_this_machine_is_known(host: str) -> None:
    assert is_this_machine(host)


@pytest.mark.parametrize(
    "host", ["10.0.0.1", "192.168.0.1", "localhost.example.org", "127.0.0.1.nip.io", "2130706433"]
)
def test_other_machines_are_refused_until_allowed(host: str) -> None:
    choice = RemoteChoice("openai", f"http://{host}:8080/v1", "small")
    with pytest.raises(AddressRefusedError) as caught:
        check_address(choice)
    assert host in caught.value.message
    assert "--allow-host" in caught.value.remedy
    check_address(choice, [host])
